int engine_power(void) { return 3; }
