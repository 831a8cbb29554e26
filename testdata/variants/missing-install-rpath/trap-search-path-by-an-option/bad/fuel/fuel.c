int fuel_heat(void) { return 900; }
