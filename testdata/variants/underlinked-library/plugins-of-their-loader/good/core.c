#include "core.h"

#include <dlfcn.h>
#include <stdio.h>

int core_add(int a, int b) { return a + b; }

int core_load(const char *path)
{
    void *plugin = dlopen(path, RTLD_NOW);
    if (!plugin) {
        printf("no plugin: %s\n", dlerror());
        return 1;
    }
    int (*run)(int) = (int (*)(int))dlsym(plugin, "run");
    printf("sum %d\n", run(4));
    return 0;
}
