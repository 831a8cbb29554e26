int anvil() { return 1; }
