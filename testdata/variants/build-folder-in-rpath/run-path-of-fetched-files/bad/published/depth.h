int depth(void);
