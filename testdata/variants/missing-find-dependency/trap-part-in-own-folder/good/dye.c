int loom(void);

int dye(void) {
  return loom() + 1;
}
