extern int level;
