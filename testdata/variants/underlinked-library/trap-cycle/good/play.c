#include <stdio.h>
int ping(int left);
int main(void) { printf("hits %d\n", ping(4)); return 0; }
