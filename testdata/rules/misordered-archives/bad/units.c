int unit_grams(int ounces) {
  return 28 * ounces;
}
