int scale_tank(int value);

int read_level(void) { return scale_tank(3); }
