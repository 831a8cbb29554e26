int screens(void) { return 1; }
