int low(void) { return 8; }
