int reed(void) { return 3; }
