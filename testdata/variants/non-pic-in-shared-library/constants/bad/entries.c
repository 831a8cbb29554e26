#ifndef HAVE_ENTRIES
const char *entry_name(int number) { return number ? "later" : "first"; }
#endif
