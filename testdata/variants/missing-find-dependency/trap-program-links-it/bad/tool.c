int store_size(void);
int main(void) { return store_size() == 12 ? 0 : 1; }
