int chime(void) { return 12; }
