#include "registry.h"

static int third(int sample) { return sample / 3; }

static bool done = register_effect("third", third);

int third_anchor = 1;
