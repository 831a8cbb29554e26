#include "loader.h"

#include <dlfcn.h>
#include <stdio.h>

typedef int (*dock_plugin_t)(struct Dock *dock);

int load(struct Dock *dock, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "./%s_plugin.so", name);
    void *handle = dlopen(path, RTLD_NOW);
    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    dock_plugin_t start = (dock_plugin_t) dlsym(handle, "start");
    return start ? start(dock) : 2;
}
