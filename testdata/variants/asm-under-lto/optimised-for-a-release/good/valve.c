__attribute__((symver("valve_open@VALVE_1"))) int valve_open_1(void) { return 1; }

__attribute__((symver("valve_open@@VALVE_2"))) int valve_open_2(void) { return 2; }
