int pitch(void);

int scale(void) { return 2 * pitch(); }
