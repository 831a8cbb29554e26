int lamps(void) { return 3; }
