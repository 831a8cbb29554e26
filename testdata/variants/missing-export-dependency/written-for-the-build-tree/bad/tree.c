int soil(void);

int tree(void) { return soil(); }
