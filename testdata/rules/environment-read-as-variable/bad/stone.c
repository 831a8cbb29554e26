int stone(void) { return 4; }
