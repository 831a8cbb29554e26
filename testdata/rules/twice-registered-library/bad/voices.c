void sing_register(void);

__attribute__((constructor)) static void voices_register(void) { sing_register(); }
