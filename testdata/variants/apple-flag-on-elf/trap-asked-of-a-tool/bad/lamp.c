int lamp(void) { return 6; }
