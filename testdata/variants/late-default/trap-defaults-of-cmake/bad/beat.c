int beat(void) { return 120; }
