int pitch(void) { return 440; }
