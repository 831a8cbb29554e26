int pin_b(void) { return 2; }
