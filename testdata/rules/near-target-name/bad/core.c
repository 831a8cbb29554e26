int gain(void) { return 7; }
