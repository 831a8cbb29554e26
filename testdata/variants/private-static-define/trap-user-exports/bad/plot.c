#include "chart.h"

#include <stdio.h>

int main(void) { return printf("lines %d\n", chart_lines()) < 0; }
