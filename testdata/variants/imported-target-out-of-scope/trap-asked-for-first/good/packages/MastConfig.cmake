add_library(Mast::mast INTERFACE IMPORTED)
