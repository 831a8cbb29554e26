void ring(void);
int is_ring(void (*action)(void));
