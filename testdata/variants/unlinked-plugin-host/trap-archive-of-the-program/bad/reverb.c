int mixer_rate(void);
int level(void) { return mixer_rate() / 2; }
