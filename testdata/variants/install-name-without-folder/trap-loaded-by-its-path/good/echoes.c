int delay(void) { return 30; }
