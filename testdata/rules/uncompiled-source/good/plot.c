#include <stdio.h>
#include "plot.h"
int main(void) { printf("%d\n", chart_scale(axis_length())); return 0; }
