int reverb(void) { return 3; }
