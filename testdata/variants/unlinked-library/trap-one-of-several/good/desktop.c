int screens(void) { return 2; }
