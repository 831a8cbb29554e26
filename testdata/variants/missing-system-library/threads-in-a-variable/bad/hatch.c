#include "system.h"

void *hatch_open(const char *path) { return dlopen(path, RTLD_NOW); }
