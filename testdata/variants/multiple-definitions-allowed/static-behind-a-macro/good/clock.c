#include <stdio.h>
#include "own.h"

int quartz(void);
local int rate(void) { return 1; }
int main(void) { return printf("tick %d\n", quartz() * rate()) < 0; }
