int codec_sum(int *p) { return p[0] + p[1]; }
