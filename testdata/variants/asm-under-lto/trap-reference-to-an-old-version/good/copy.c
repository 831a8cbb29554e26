#include <string.h>

void *copy(void *to, const void *from, unsigned long n) { return memcpy(to, from, n); }
