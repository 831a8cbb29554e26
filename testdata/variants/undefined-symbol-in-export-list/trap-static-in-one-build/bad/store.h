int store_open(void);
int store_size(void);
