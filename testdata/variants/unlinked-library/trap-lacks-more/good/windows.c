int open_window(void) { return 2; }
