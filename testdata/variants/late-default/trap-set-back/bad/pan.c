int pan_weight(void) { return 2; }
