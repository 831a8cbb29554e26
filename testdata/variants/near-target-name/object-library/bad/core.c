int core_gain(void) { return 7; }
