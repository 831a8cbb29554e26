static int level;
int core(void) { return ++level; }
