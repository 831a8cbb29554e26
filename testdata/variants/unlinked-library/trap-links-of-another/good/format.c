#include "format.h"
#include <stdio.h>

void format_value(int value) { printf("value %d\n", value); }
