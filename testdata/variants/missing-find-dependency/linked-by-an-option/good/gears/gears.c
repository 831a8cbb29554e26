int gears_count(void) { return 12; }
