#include "dock.h"

int load(struct Dock *dock, const char *name);
