int heat;

int iron_heat(void) { return ++heat; }
