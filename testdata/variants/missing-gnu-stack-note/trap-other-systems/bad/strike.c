int strike(void) { return 4; }
