#include "modules.h"

#include <dlfcn.h>
#include <stdio.h>

void *module_open(const char *path)
{
    void *module = dlopen(path, RTLD_NOW);
    if (!module)
        fprintf(stderr, "%s\n", dlerror());
    return module;
}

void *module_symbol(void *module, const char *name) { return dlsym(module, name); }
