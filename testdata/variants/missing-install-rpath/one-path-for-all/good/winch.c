int rope(void);

int winch(void) { return rope(); }
