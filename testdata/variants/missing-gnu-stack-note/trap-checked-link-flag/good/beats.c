int beats_count(void);

int beats(void) { return beats_count(); }
