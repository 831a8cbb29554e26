#include <stdio.h>
int reed_tone(void);
int main(void) { printf("tone %d\n", reed_tone()); return 0; }
