#ifndef CHIME_H
#define CHIME_H

#ifdef _WIN32
#define CHIME_API __declspec(dllexport)
#else
#define CHIME_API __attribute__((visibility("default")))
#endif

CHIME_API int chime_open(int tones);
CHIME_API int chime_close(void);

#endif
