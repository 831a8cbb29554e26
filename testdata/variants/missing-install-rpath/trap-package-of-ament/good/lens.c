int lens(void) { return 50; }
