int support(void);

int core(void) { return 40 * support(); }
