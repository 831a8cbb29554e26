find_package(CUDA QUIET)
