__attribute__((visibility("default"))) int scan_words(const char *text);
int scan_states(void);
