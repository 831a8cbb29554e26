#include <stdio.h>

int high(int x);

int main(void) { return printf("value %d\n", high(1)) < 0; }
