static int turn(void);

int mill(void) { return turn(); }

static int turn(void) { return 4; }
