int outside(void);
int part(void) { return outside(); }
