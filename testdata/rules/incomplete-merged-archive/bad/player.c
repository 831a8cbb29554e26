int voice(void);

int play(void) { return voice(); }
