#include <stdio.h>

int x(int n);

int main(void) { return printf("value %d\n", x(1)) < 0; }
