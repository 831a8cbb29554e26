#include <stdio.h>

int core_ready(void);

int main(void) { return printf("ready %d\n", core_ready()) < 0; }
