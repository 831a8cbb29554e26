int teeth;

int gear(void) { return ++teeth; }
