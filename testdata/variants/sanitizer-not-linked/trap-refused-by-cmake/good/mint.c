#include <stdio.h>

int main(void) { return puts("minted") < 0; }
