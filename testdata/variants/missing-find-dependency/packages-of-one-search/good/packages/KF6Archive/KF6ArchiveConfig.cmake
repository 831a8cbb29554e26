add_library(KF6::Archive INTERFACE IMPORTED)
