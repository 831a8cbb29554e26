int sound(void) { return 12; }
