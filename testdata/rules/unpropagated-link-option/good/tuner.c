extern char tuner_level[];

char *tuner_address(void) {
  return tuner_level;
}
