int reel(void) { return 3; }
