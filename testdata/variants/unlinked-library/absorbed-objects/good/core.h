int core_size(void);
int backend_size(void);
