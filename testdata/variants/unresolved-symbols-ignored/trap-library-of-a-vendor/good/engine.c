int fuel(void);

int engine(int on) { return on ? fuel() : 0; }
