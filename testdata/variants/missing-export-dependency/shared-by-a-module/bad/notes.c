int lines(void);

int notes(void) { return lines(); }
