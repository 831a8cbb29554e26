#include "core.h"
#include <stdio.h>
int main(void) { printf("size %d\n", backend_size()); return 0; }
