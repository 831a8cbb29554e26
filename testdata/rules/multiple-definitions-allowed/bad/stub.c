int tick(void) {
  return 0;
}
