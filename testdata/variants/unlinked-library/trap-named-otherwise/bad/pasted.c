#include "format.h"

#define NAME(x) format_##x
int NAME(value)(int x) { return x + 6; }
