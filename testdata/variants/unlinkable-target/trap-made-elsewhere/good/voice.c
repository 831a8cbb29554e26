int voice(void) {
  return 4;
}
