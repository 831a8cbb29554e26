#include "own.h"

local int rate(void) { return 32768; }
int quartz(void) { return rate(); }
