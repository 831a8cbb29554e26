int length;

int inch(void) { return ++length; }
