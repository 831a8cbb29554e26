#include "loader.h"
#include "modules.h"

#include <stdio.h>

typedef int (*dock_version_t)(void);
typedef int (*dock_plugin_t)(struct Dock *dock);

int load(struct Dock *dock, const char *name)
{
    char path[256];
    dock_version_t version;
    dock_plugin_t start;
    snprintf(path, sizeof path, "./%s_plugin.so", name);
    void *module = module_open(path);
    if (!module)
        return 1;
    version = (dock_version_t) module_symbol(module, "version");
    start = module_symbol(module, "start");
    return version && version() != 1 ? 2 : start(dock);
}
