int vendor(void) { return 7; }
