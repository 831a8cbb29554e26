int wave_fold(void) { return 1; }
int wave_level(void) { return wave_fold(); }
