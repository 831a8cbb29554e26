int needle(void); int gauge(void) { return needle(); }
