int inch(void);

int yard(void) { return inch(); }
