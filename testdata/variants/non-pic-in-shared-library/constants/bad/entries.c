const char *entry_name(int number) { return number ? "later" : "first"; }
