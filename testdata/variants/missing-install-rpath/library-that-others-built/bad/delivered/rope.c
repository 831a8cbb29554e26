int rope(void) { return 12; }
