#include <stdio.h>
int beam_length(void);
int loft_height(void);
int main(void) { printf("%d\n", beam_length() * loft_height()); return 0; }
