int noise(void) { return 5; }
