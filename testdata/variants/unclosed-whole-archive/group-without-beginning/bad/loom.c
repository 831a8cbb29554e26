#include <stdio.h>
int warp(int left);
int main(void) { printf("%d threads\n", warp(4)); return 0; }
