int pump(void) {
  return 2;
}
