int kernels() { return 1; }
