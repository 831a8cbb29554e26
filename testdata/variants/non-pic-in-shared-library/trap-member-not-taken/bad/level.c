int trace_once(void);

int level;

int core_raise(void) { return level += trace_once(); }
