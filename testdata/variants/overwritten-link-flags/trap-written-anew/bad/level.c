int host_level(void) { return 2; }
