int coil_turns(void);

__attribute__((visibility("default"))) int relay(void) { return coil_turns(); }
