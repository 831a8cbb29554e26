int hay(void) {
  return 6;
}
