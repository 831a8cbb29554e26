int pitch_open(void) { return 440; }
int pitch_close(void) { return 0; }
int pitch_table(void) { return 12; }
