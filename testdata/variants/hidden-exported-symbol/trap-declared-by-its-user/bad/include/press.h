__attribute__((visibility("default"))) int press_ratio(void);
