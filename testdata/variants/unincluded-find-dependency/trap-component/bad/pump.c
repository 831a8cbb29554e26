int pump(void) { return 9; }
