#include "loader.h"

#include <dlfcn.h>

bool load(const char *name) { return dlopen(name, RTLD_NOW) != nullptr; }
