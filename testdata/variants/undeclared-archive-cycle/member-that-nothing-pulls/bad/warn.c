int report(int token);

int warn(int token) {
  return report(token);
}
