int unpack(void) { return 1; }
