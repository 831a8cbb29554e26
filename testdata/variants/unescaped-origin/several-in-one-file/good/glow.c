int glow(void) { return 5; }
