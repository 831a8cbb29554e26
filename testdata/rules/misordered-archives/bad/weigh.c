int unit_grams(int ounces);

int weigh(int ounces) {
  return unit_grams(ounces) + 1;
}
