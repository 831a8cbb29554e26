int pool_size(void);
