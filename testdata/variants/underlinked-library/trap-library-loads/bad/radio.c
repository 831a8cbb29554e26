#include <dlfcn.h>

int radio_volume(void)
{
    return 11;
}

int radio_call(const char *module, const char *function)
{
    void *loaded = dlopen(module, RTLD_NOW);
    return loaded ? ((int (*)(void))dlsym(loaded, function))() : -1;
}
