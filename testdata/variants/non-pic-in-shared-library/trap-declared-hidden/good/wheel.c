int spokes;

int wheel(void) { return ++spokes; }
