int rate(void) { return 32768; }
