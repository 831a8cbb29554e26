int decode(void) { return 3; }
