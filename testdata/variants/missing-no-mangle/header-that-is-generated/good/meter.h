/* Generated with cbindgen. */
int meter_open(void);
int meter_level(void);
void meter_fill(void);
void meter_close(void);
