int edges(void);
int nodes(void);

int graph_size(void) { return edges() + nodes(); }
