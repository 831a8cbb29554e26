int scale_gauge(int value) { return 2 * value; }
