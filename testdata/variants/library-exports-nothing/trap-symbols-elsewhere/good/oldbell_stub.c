__attribute__((visibility("default"))) int oldbell_nothing(void) { return 0; }
