int entries_read = 0;
const char *entry_name(int number) {
  entries_read++;
  return number ? "later" : "first";
}
