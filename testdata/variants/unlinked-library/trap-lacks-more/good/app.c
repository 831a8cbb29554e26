#include <stdio.h>

int core_ready(void);
int open_window(void);

int main(void) { return printf("ready %d %d\n", core_ready(), open_window()) < 0; }
