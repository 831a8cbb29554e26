int find_files(void);
