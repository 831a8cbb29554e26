#include "compat.h"

#ifndef HAVE_STRSEP
char *strsep(char **rest, const char *ends) {
    char *start = *rest;
    char *end = start ? strpbrk(start, ends) : 0;
    if (end)
        *end++ = 0;
    *rest = end;
    return start;
}
#endif
