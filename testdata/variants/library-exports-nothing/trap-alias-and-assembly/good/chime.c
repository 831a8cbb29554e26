__attribute__((visibility("default"))) int chime_tones(void) { return 4; }
