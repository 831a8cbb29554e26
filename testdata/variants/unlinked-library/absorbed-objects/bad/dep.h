int dep_size(void);
