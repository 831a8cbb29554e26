int grain(void) { return 7; }
