const char *codec_name(void) {
  return "flat";
}
