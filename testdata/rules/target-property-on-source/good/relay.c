int *coil_turns(void);
int relay(void) { return *coil_turns(); }
