int vault_open(void) {
  return 7;
}
