int reed_tone(void) { return 440; }
