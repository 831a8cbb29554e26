int gauge_read(void);
