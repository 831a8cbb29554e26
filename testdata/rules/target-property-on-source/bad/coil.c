static int turns = 90;
int *coil_turns(void) { return &turns; }
