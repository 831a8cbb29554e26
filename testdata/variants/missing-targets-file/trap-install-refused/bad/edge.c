int edges(void) { return 12; }
