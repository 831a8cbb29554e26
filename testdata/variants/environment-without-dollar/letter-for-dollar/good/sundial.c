#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) { (void)argv; printf("%.0f\n", cos(argc - 1)); return 0; }
