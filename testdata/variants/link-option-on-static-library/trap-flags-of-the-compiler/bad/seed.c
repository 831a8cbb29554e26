int seed(char c) {
  return c < 0;
}
