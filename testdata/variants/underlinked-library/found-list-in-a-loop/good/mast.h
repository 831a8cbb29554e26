int mast_count(void);
