int crane_read(void) { return 3; }
