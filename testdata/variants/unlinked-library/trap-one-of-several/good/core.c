int core_ready(void) { return 2 - 1; }
