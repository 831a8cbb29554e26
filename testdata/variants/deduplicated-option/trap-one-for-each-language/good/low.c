int low(void) { return LOW; }
