int core_unit(void) { return 3; }
