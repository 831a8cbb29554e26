int bucket(void) {
  return 5;
}
