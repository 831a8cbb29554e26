int decode(void) { return 1; }
