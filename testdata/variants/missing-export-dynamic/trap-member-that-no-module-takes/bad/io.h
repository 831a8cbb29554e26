int io_size(void);
int io_speed(void);
