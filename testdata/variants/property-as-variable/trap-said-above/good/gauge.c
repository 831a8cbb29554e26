int scale(void);
int gauge(void) { return scale(); }
