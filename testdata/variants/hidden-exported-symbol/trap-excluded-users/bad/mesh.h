__attribute__((visibility("default"))) int mesh_size(void);
int mesh_edges(void);
