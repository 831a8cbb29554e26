void INITIALIZE(void) {}
