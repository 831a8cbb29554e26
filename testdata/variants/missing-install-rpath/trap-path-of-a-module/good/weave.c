#include <stdio.h>

int loom(void);

int main(void) { return printf("woven %d\n", loom()) < 0; }
