int air_open(void) { return 1; }
