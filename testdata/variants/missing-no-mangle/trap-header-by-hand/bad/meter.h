/* What users call. */
int meter_open(void);
int meter_level(void);
void meter_fill(void);
