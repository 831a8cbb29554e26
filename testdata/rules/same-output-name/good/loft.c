int loft_height(void) { return 4; }
