const char *gear_name(void);

const char *drive_name(void) { return gear_name(); }
