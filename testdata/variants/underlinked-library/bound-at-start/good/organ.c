#include "reed.h"
#include <stdio.h>
int main(void) { printf("tone %d\n", reed_tone(4)); return 0; }
