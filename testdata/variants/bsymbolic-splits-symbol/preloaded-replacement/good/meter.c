int read_level(void) {
  return 1;
}

int double_level(void) {
  return 2 * read_level();
}
