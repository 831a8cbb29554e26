static const char *names[] = {"bar", "psi"};
int level = 2;

const char *core_name(int unit) { return names[unit]; }

int core_level(void) { return level; }
