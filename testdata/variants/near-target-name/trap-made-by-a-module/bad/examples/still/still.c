#include <easel.h>
#include <stdio.h>

int main(void) { printf("layers %d\n", oil_layers()); }
