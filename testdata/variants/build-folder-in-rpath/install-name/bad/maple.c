int maple(void) { return 3; }
