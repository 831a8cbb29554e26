int vendor(void);
int lens(void) { return 5 * vendor(); }
