int ext(void) { return 1; }
