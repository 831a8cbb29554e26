int meter_read(void);
