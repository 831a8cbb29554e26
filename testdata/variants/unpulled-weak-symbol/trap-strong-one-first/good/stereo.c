int tone(void) {
  return 3;
}
