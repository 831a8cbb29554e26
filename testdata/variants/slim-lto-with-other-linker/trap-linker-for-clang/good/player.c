#include <stdio.h>

int decode(void);

int main(void) { return printf("decoded %d\n", decode()) < 0; }
