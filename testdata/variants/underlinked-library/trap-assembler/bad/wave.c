int wave_fold(void);

int wave_level(void) { return wave_fold(); }
