int report(int symbol) {
  return symbol / 2;
}
