static int turn(void);

int mill(void) { return turn(); }

int turn(void) { return 4; }
