int press(void) { return 4; }
