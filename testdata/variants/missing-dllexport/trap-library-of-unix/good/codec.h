#ifndef CODEC_H
#define CODEC_H

#if defined(_WIN32) && defined(codec_EXPORTS)
#define CODEC_API __declspec(dllexport)
#elif defined(_WIN32)
#define CODEC_API __declspec(dllimport)
#else
#define CODEC_API
#endif

CODEC_API int codec_open(void);
CODEC_API void codec_close(void);
CODEC_API int codec_level(void);
CODEC_API void codec_raise(int by);
CODEC_API int codec_clamp(int value);

#endif
