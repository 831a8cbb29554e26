int hal_pitch(void) { return 880; }
