int nodes(void) { return 2; }
