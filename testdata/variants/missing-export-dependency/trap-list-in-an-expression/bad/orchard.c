int orchard_rows(void) { return 3; }
