#ifndef KEYS_H
#define KEYS_H
#ifdef KEYS_SHARED
#define KEYS_API __attribute__((visibility("default")))
#else
#define KEYS_API
#endif
#ifdef __cplusplus
extern "C" {
#endif
KEYS_API int keys_count(void);
#ifdef __cplusplus
}
#endif
#endif
