int reel(void) {
  return 5;
}
