int codec_count(void);

int media_ready(void) {
  return codec_count() > 2;
}
