int probe_degrees(void) {
  return 180;
}
