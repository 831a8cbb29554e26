int kiln_heat(int wood) {
  return wood * 4;
}
