int codec_rate(void) { return 48; }
