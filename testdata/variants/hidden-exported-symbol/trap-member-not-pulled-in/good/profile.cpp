int profile_size(void) {
  return 4;
}
