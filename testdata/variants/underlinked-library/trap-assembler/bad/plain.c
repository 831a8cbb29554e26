int wave_fold(void) { return 2; }
