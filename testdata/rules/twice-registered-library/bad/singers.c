static int registered;

void sing_register(void) { registered++; }

int sing_count(void) { return registered; }
