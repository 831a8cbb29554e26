int tick_length(void) {
  return 25;
}
