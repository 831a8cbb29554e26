int gate_clock(void) {
  return 1;
}

int gate_open(void) {
  return gate_clock() + 1;
}
