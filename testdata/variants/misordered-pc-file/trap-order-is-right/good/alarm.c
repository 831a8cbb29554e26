int scale_tank(int value);

int read_alarm(void) { return scale_tank(2); }
