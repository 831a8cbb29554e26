int marks(void);

int lines(void) { return marks(); }
