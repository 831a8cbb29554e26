#include "effect_loader.h"

#include <dlfcn.h>
#include <stdio.h>

mixdesk_process_fn load_effect(const char *path)
{
    void *effect = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (effect == NULL) {
        fprintf(stderr, "mixdesk: cannot load effect: %s\n", dlerror());
        return NULL;
    }
    mixdesk_process_fn process = (mixdesk_process_fn)dlsym(effect, MIXDESK_PROCESS_SYMBOL);
    if (process == NULL) {
        fprintf(stderr, "mixdesk: %s is no effect: %s\n", path, dlerror());
        dlclose(effect);
    }
    return process;
}
