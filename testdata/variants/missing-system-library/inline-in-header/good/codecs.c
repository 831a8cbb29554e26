#include "load.h"
void *codecs_open(const char *path) { return load(path); }
