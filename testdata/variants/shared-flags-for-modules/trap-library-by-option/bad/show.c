int show(void) { return 4; }
