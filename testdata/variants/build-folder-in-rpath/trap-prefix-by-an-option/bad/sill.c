int sill_height(void) { return 6; }
