int phase;

int moon(void) { return ++phase; }
