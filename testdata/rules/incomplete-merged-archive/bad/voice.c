int sine(void);
int noise(void);

int voice(void) { return sine() + noise(); }
