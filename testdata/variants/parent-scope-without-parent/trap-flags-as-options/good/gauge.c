__attribute__((visibility("default"))) int gauge(void);
int gauge_raw(void);

int gauge_raw(void) { return 4; }
int gauge(void) { return gauge_raw() * 2; }
