int pitch_open(void) { return 440; }
int pitch_tune(void) { return 12; }
