int index_of_glass(void);

int refract(int angle) { return 100 * angle / index_of_glass(); }
