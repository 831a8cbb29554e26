int lex(int symbol);

int parse(int symbol) {
  return lex(symbol) + 1;
}
