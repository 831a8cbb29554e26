int depth(void) { return 9; }
