static inline int grid_size(void) { return 9; }
