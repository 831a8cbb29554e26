int wick(void) { return 4; }
