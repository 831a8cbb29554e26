static int table[4];
__attribute__((constructor)) static void fill(void) { table[0] = 1; }
int table_first(void) { return table[0]; }
