int mixer_rate(void) { return 48; }
