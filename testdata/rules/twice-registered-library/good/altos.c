int altos(void) { return 1; }
