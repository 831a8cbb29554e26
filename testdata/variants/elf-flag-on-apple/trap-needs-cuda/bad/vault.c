int vault_open(void) { return 1; }
