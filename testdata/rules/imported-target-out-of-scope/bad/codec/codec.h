#define CODEC_LEVEL 4
