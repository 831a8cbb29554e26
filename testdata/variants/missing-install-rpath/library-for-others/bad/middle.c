int low(void);

int middle(void) { return low() + 1; }
