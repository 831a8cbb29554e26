int wave(void) { return 9; }
