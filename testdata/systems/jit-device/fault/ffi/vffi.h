#ifndef VFFI_H
#define VFFI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VFFI_MAX_ARGUMENTS = 4 };

typedef void (*vffi_function)(void);

/* Calls a function that takes pointers or integers of that size and gives nothing. 0 is success. */
int vffi_call(vffi_function function, int count, const uintptr_t *arguments);

#ifdef __cplusplus
}
#endif

#endif
