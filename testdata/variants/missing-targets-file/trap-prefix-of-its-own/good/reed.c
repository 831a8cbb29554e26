int reed_tone(void) { return 220 + 220; }
