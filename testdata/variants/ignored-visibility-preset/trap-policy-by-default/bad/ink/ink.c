int ink_left(void) { return 9; }
