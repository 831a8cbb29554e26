#include <stdio.h>
#ifndef LEVEL
#define LEVEL 0
#endif
int main(void) { printf("level %d\n", LEVEL); return 0; }
