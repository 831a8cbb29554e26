int read_level(void); int meter(void) { return read_level() + 1; }
