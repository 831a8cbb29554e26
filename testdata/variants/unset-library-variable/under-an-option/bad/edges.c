int edges(void) { return 5; }
