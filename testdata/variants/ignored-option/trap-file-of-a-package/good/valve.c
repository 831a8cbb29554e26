int valve_open(void) { return 1; }
