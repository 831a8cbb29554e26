int rudder(void) { return 1; }
