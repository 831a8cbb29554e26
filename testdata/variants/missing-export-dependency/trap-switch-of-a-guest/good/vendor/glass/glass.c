int glass_index(void) { return 3; }
