int waves_read(void) {
  return 5;
}
