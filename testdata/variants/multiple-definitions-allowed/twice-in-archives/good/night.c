int rate(void);
int night(void) { return rate(); }
