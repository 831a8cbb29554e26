int level(void);
