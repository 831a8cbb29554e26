int coil_turns(void) { return 90; }
