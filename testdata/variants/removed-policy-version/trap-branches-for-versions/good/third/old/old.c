int old(void) {
  return 7;
}
