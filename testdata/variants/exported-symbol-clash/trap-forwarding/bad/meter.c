int set_level(int level) { return 2 * level; }

int meter_start(void) { return set_level(20); }
