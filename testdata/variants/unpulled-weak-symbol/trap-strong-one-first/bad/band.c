int band_width(void) {
  return 20;
}

int channels(void) {
  return 2;
}
