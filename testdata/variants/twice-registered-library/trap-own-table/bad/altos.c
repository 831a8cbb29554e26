int scale_tone(int octave);

int altos(void) { return scale_tone(3); }
