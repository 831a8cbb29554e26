int gear(void);

int motor(void) { return gear() + 4; }
