set(EDGES_LIBRARIES edges)
set(Edges_FOUND TRUE)
