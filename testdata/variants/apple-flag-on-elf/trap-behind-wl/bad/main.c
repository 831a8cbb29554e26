#include <stdio.h>
int blur(void);
int main(void) { printf("blur %d\n", blur()); return 0; }
