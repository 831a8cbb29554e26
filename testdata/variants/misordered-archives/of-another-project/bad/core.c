#include <stdio.h>

void core_add(const char *name) { printf("stone %s\n", name); }
