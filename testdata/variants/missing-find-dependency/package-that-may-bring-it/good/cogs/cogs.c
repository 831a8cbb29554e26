int cogs_count(void) { return 2; }
