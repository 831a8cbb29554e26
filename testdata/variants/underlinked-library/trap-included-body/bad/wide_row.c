#include "mix.h"
#define LANES 4
#include "row.inc"
