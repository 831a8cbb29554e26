int llvm_support(void) { return 0; }
