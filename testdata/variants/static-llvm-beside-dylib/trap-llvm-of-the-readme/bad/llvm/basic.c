int core(void);

int basic(void) { return 1 + core(); }
