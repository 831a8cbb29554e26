int core(void) {
  return 7;
}
