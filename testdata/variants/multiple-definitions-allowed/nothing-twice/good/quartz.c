int tick(void) {
  return 32768;
}
