__asm__(".symver valve_open_1, valve_open@VALVE_1");
__asm__(".symver valve_open_2, valve_open@@VALVE_2");

int valve_open_1(void) { return 1; }

int valve_open_2(void) { return 2; }
