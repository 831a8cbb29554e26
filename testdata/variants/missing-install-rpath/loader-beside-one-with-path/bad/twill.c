int threads(void) {
  return 4;
}
