int iron_heat(void);

int smith_work(void) { return iron_heat(); }
