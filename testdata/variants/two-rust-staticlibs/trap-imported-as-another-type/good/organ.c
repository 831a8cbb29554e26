#include <stdio.h>
int reed_tone(void);
int pipe_tone(void);
int main(void) { printf("tone %d\n", reed_tone() + pipe_tone()); return 0; }
