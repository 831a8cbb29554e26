int tone(void) { return 12; }
