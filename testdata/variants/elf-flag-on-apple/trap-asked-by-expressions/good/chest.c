int chest_open(void) { return 1; }
