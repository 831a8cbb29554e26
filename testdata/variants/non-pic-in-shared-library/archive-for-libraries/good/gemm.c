const char *gemm_name(void) { return "gemm"; }
