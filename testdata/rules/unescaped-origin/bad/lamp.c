int lamp(void) { return 3; }
