int water(void) { return 3; }
