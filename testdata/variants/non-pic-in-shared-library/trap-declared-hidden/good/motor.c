int gear(void);
int wheel(void);
int belt(void);

int motor(void) { return gear() + wheel() + belt(); }
