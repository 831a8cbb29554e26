int shade_depth(void) { return 2; }
