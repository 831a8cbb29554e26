int hook(void) { return 0; }
