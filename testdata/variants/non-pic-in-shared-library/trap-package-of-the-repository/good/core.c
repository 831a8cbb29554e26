int level;

int core_raise(void) { return ++level; }
