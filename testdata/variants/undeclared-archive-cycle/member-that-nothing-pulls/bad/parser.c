int parse(int text) {
  return text + 10;
}
