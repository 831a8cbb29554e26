int pump_level(void) { return 4; }
