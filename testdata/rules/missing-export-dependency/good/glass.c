int glass(void) { return 2; }
