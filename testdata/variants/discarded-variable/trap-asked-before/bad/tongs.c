#include <stdio.h>

int main(void) { return puts(GRIP) < 0; }
