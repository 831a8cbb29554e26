#ifndef KEYS_H
#define KEYS_H
#include <keys/config.h>
#define KEYS_API __attribute__((visibility("default")))
KEYS_API int keys_count(void);
#endif
