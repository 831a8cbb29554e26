int scale_tone(int octave);

int tenors(void) { return scale_tone(2); }
