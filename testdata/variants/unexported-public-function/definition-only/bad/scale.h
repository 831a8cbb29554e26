#ifndef SCALE_H
#define SCALE_H

#ifdef _WIN32
#ifdef scale_EXPORTS
#define SCALE_API __declspec(dllexport)
#else
#define SCALE_API __declspec(dllimport)
#endif
#else
#define SCALE_API __attribute__((visibility("default")))
#endif

SCALE_API int scale_open(int pan);
SCALE_API int scale_close(int pan);
SCALE_API int scale_weigh(int pan);
int scale_tare(int pan);
SCALE_API int scale_limit(void);

#endif
