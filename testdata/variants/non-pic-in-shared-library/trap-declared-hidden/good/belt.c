int belt(void) {
  int length = 3;
  return length;
}
