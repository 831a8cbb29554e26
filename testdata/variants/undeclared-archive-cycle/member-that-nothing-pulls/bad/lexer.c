int lex(int text) {
  return text + 1;
}
