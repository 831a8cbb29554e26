int soil(void) { return 1; }
