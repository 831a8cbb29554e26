int moon(void);

int tide(void) { return moon(); }
