int core_unit(void);

/* The level is the program's own business. */
int meter_scale(int value) { return value * core_unit(); }
