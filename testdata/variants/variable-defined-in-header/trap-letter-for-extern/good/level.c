#include "cave.h"

int depth = 4;
const char *place = "cellar";
