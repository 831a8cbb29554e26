int flashes(void) { return 5; }
