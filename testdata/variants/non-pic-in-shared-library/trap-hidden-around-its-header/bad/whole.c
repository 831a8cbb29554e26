int core(void);
int whole(void) { return core(); }
