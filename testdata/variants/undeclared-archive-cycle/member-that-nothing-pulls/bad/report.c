int report(int token) {
  return token;
}
