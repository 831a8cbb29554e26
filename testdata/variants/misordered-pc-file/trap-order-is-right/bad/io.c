int scale_gauge(int value);

int read_gauge(void) { return scale_gauge(7); }
