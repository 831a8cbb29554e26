int inkwell(void) { return 2; }
