int meter_open(void);
int meter_read(void);
int meter_close(void);
