int handle(void) { return 1; }
