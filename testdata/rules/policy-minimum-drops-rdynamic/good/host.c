#include <dlfcn.h>
#include <stdio.h>
#include "host.h"
void host_log(const char *text) { puts(text); }
int main(void)
{
    void *plugin = dlopen("./build/libplugin.so", RTLD_NOW);
    void (*start)(void) = plugin ? (void (*)(void))dlsym(plugin, "start") : 0;
    if (!start) {
        puts(dlerror());
        return 1;
    }
    start();
    return 0;
}
