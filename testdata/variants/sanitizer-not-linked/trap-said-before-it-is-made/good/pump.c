int pump_rate(void) { return 6; }
