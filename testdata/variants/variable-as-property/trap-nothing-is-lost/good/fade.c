int fade(void) { return 1; }
