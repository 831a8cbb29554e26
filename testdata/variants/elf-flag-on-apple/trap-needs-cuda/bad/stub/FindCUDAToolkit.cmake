set(CUDAToolkit_FOUND TRUE)
