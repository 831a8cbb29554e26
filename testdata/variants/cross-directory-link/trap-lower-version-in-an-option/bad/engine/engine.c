int engine(void) { return 1; }
