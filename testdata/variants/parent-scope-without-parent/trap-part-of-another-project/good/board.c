int board(void) {
  return LEVEL;
}
