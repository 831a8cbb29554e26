#include "registry.h"

static int twice(int sample) { return sample * 2; }

static bool done = register_effect("twice", twice);

int keep_twice() { return 0; }
