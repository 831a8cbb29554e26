int traced;

int trace_once(void) { return ++traced; }
