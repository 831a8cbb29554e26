#define E extern

E int depth;
E const char *place;
