#include <stdio.h>
int pitch_tone(void);
int main(void) { printf("tone %d\n", pitch_tone()); return 0; }
