int tally_count(void);
int store_size(void) { return 3 * tally_count(); }
