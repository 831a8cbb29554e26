#include "core.h"

int start(const char *path) { return core_load(path); }
