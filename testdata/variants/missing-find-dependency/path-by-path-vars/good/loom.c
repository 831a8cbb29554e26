int loom(void) {
  return 4;
}
