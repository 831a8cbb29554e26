const char *feed(void);

__attribute__((visibility("default"))) const char *lions_eat(void) { return feed(); }
