#include <stdio.h>

int main(void) { return printf("answer %d\n", 42) < 0; }
