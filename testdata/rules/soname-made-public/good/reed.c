int pitch_tone(void);
int reed_tone(void) { return pitch_tone() * 2; }
