int codec(void) { return 7; }
