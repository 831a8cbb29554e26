int anvil(void) { return 3; }
