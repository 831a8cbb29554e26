add_library(fuel-core INTERFACE IMPORTED GLOBAL)
