int glass(void);

int lens(void) { return glass(); }
