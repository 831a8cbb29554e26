#include <stdio.h>

int fuel_heat(void);

int main(void) { printf("heat %d\n", fuel_heat()); }
