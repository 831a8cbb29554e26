int extra(void) { return 6; }
