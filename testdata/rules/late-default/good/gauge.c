int gauge_raw(void) {
  return 21;
}
