add_library(my::paths INTERFACE IMPORTED)
target_compile_features(my::paths INTERFACE c_std_99)
