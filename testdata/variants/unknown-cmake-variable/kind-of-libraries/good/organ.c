#include <stdio.h>
int reed_tone(void);
int main(void) { printf("%d\n", reed_tone()); return 0; }
