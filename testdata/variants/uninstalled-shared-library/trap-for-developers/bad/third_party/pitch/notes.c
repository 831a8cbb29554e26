int notes(void) { return 12; }
