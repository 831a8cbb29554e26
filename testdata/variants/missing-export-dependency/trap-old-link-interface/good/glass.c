int index_of_glass(void) { return 152; }
