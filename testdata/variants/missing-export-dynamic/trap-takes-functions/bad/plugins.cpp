#include "plugins.h"
#include "harbour.h"

#include <dlfcn.h>

bool Plugins::load(Harbour *harbour, const char *path) {
    void *handle = dlopen(path, RTLD_NOW);
    auto start = handle ? reinterpret_cast<int (*)(Harbour *)>(dlsym(handle, "start")) : nullptr;
    return start && start(harbour) == 0;
}
