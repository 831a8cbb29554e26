int spare(void) {
  return 1;
}
