#include <stdio.h>

int day(void);
int night(void);
int main(void) { return printf("tick %d\n", day() - night()) < 0; }
