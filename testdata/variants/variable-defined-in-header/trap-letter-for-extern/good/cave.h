extern int depth;
extern const char *place;
