int horn_tone(void) { return 5; }
