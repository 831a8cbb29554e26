int needle(void) { return 12; }
