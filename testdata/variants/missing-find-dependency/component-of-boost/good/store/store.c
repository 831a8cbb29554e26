int store(void) { return 3; }
