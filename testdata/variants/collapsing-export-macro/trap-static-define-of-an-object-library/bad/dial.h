#ifndef DIAL_H
#define DIAL_H

#if defined(DIAL_STATIC)
#define DIAL_API
#else
#define DIAL_API __attribute__((visibility("default")))
#endif

DIAL_API const char *dial_version(void);
DIAL_API int dial_turn(int by);

#endif
