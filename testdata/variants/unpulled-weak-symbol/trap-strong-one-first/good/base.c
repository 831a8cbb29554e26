__attribute__((weak)) int band_width(void) {
  return 0;
}
