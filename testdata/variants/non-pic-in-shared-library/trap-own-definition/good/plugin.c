int plugin(void) { return 1; }
