int core_level(void);
int part_level(void) { return core_level() + 1; }
