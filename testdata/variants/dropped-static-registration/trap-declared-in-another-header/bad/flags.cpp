#include "flags.h"

static int count;

Flag::Flag(const char *) { ++count; }

int count_flags() { return count; }
