int base_register(int n);
int base_count(void);
