int pitch_tone(void) { return 440; }
