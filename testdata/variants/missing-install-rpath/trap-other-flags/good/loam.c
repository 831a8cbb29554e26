int loam_depth(void) { return 2; }
