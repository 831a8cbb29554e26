add_library(tide::tide INTERFACE IMPORTED)
