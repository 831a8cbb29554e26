int glass_index(void);
int lens_index(void) { return glass_index(); }
