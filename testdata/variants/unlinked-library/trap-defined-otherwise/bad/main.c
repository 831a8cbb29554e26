#include <stdio.h>
#include "format.h"

int main(void) { return printf("value %d\n", format_value(1)) < 0; }
