static int by = 3;
int scale(void) { return by; }
