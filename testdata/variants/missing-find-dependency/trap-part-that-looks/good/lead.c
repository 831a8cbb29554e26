int depth(void);

int fathoms(void) { return depth() / 2; }
