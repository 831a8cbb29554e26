int ring(void) { return 3; }
