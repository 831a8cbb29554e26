int core_level(void) { return 4; }
