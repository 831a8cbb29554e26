int probe(void) { return 1; }
