int pack(void) { return 1; }
