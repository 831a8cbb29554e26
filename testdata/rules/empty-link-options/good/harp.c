int harp_tune(void) {
  return 1;
}

int harp_internal_tune(void) {
  return 2;
}
