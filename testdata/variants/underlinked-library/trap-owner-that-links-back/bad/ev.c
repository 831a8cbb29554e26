int sal_free(int block);

int ev_end(int block) { return sal_free(block); }
