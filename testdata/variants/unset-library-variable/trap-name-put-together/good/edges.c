int edges(void) { return 3; }
