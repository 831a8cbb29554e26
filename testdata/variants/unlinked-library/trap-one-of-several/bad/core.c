int core_ready(void) { return 1; }
