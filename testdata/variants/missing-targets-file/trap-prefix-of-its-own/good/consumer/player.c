#include <stdio.h>

int reed_tone(void);

int main(void) { return printf("tone %d\n", reed_tone()) < 0; }
