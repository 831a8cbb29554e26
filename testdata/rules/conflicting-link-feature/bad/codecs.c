int codec_count(void) {
  return 3;
}
