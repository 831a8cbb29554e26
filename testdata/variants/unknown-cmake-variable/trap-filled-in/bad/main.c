#include <stdio.h>
int pitch_debug(void);
int main(void) { printf("debug %d\n", pitch_debug()); return 0; }
