const char *entry_name(int number);

int ledger_first(void) { return entry_name(0)[0]; }
