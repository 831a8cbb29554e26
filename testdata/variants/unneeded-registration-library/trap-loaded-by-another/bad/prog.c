#include <stdio.h>

int feature(void);

int main(void) { return printf("feature %d\n", feature()) < 0; }
