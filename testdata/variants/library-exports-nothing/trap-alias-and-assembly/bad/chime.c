int chime_count(void) { return 4; }

int chime_tones(void) __attribute__((alias("chime_count"), visibility("default")));
