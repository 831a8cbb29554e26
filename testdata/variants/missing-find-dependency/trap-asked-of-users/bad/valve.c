int valve(void) { return GAUGE; }
