#pragma weak tick_length

int tick_length(void) {
  return 1;
}
