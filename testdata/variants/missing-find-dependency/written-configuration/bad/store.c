#include <codec.h>
int store_size(int n) { return n * CODEC_UNIT; }
