int vendor(void);
