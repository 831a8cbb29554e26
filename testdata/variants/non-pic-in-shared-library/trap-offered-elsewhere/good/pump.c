int valve_raise(void);

int pump_raise(void) { return valve_raise(); }
