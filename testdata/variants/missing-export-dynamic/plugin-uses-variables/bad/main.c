#include <dlfcn.h>
#include <stdio.h>

#include "tank.h"

struct tank the_tank = {1};
void (*tank_hook)(int level);

int main(int argc, char **argv) {
    void *plugin = argc > 1 ? dlopen(argv[1], RTLD_LAZY) : NULL;
    void (*start)(void);
    if (!plugin) {
        printf("cannot load: %s\n", dlerror());
        return 1;
    }
    start = (void (*)(void))dlsym(plugin, "fill_start");
    start();
    tank_hook(the_tank.level);
    return 0;
}
