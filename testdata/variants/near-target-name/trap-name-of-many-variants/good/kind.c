int kind_id(void) {
  return 6;
}
