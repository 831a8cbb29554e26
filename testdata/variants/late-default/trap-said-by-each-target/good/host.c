int codec(void);

int host(void) { return codec(); }
