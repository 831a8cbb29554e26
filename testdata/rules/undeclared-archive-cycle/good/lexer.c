int report(int symbol);

int lex(int symbol) {
  return symbol > 9 ? report(symbol) : symbol;
}
