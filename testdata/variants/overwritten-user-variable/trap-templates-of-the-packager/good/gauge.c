#include <stdio.h>

int main(void) { return puts("gauge 3") < 0; }
