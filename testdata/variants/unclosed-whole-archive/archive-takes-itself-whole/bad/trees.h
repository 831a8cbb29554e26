int count_trees(void);
