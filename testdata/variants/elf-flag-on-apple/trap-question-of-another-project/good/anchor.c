int anchor_weigh(void) { return 1; }
