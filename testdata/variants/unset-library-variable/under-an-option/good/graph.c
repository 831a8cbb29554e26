#ifdef WITH_EDGES
int edges(void);

int graph(void) { return edges(); }
#else
int graph(void) { return 0; }
#endif
