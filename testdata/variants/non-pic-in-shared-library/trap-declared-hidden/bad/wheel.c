#pragma GCC visibility push(hidden)
#include "spokes.h"
#pragma GCC visibility pop

int spokes;

int wheel(void) { return ++spokes; }
