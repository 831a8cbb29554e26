#define CODEC_UNIT 4
