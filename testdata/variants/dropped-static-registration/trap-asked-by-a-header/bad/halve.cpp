#include "registry.h"

static int halve(int sample) { return sample / 2; }

static bool done = register_effect("halve", halve);

volatile int halve_anchor = 0;
