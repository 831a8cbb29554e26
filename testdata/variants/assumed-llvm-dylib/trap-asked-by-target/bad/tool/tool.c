#include <stdio.h>

int core(void);

int main(void) { return printf("core %d\n", core()) < 0; }
