int panel_lamps(void) {
  return 12;
}
