int bronze(void);

int ring(void) { return bronze(); }
