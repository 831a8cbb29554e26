int wheels_count(void) { return 4; }
