int ticks_count(void);

int ticks(void) { return ticks_count(); }
