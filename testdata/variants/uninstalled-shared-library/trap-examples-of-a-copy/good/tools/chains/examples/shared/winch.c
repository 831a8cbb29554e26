int hook(void);
int winch(void) { return hook(); }
