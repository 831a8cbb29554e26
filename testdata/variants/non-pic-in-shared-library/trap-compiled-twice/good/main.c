#include <stdio.h>
int meter(void);
int main(void) { printf("level %d\n", meter()); return 0; }
