int harbour_depth(void) {
  return 9;
}
