int core_raise(void);

int meter_raise(void) { return core_raise(); }
