int codec_rate(void) { return 44; }
