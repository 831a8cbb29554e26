int tenors(void) { return 1; }
