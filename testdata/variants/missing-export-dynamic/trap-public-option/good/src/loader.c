#include <relay/loader.h>

#include <dlfcn.h>
#include <stdio.h>

relay_filter_fn relay_load(const char *path)
{
    void *filter = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (filter == NULL) {
        fprintf(stderr, "relay: cannot load filter: %s\n", dlerror());
        return NULL;
    }
    return (relay_filter_fn)dlsym(filter, "relay_filter_run");
}
