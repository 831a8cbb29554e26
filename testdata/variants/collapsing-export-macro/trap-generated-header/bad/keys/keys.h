#ifndef KEYS_H
#define KEYS_H
#include <keys/config.h>
#ifdef KEYS_HAS_VISIBILITY
#define KEYS_API __attribute__((visibility("default")))
#else
#define KEYS_API
#endif
KEYS_API int keys_count(void);
#endif
