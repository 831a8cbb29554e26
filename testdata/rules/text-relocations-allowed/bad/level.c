int level = 3;

int read_level(void) {
  return level;
}
