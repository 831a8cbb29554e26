/* store_flush() is gone: see store_size(). */
int store_open(void);
int store_size(void);
int store_flush(void);
