int gain(void) { return 2; }
