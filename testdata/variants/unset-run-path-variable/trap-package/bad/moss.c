int moss(void) { return 6; }
