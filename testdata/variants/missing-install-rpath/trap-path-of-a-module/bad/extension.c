int extension(void) { return 1; }
