int reed_tone(void);
int pitch_tone(void) { return reed_tone() * 2; }
