#include <stdio.h>
void decode(void) { puts("codec of the current folder"); }
