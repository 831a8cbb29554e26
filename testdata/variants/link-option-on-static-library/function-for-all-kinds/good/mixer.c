int volume(void) {
  return 11;
}
