int dealt;
int deal(void) { return ++dealt; }
