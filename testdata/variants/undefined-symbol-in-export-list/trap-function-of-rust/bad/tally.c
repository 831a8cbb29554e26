int tally_version(void) { return 1; }
