int level;

int valve_raise(void) { return ++level; }
