#ifndef CODEC_H
#define CODEC_H

#ifdef __cplusplus
extern "C" {
#endif

int codec_length(const char *text);

#ifdef __cplusplus
}
#endif

#endif
