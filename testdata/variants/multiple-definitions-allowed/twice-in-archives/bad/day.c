int rate(void);
int day(void) { return rate(); }
