#include <string.h>

__asm__(".symver memcpy, memcpy@GLIBC_2.2.5");
void *copy(void *to, const void *from, unsigned long n) { return memcpy(to, from, n); }
