int pin_a(void) { return 1; }
