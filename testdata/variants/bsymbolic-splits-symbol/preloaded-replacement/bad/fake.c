int read_level(void) {
  return 21;
}
