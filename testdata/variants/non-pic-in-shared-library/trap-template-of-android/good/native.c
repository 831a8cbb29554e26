int core(int at);

int native(void) { return core(1); }
