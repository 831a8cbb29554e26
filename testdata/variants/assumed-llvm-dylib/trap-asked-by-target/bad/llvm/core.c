int core(void) { return 14; }
