/* What a tone is tuned to; others may have a function of this name. */
int base(void) { return 440; }

int octave(void) { return 2 * base(); }
