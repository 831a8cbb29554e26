const char *feed(void);

__attribute__((visibility("default"))) const char *zebras_eat(void) { return feed(); }
