int pump(void) {
  return 6;
}
