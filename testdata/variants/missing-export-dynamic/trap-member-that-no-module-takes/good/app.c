#include <dlfcn.h>
#include <stdio.h>

#include "args.h"
#include "io.h"

int main(int argc, char **argv)
{
    void *mod = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
    if (!mod) {
        printf("cannot load: %s\n", dlerror());
        return 1;
    }
    int (*level)(void) = (int (*)(void))dlsym(mod, "mod_level");
    printf("level %d, speed %d, %d\n", level(), io_speed(), find_arg(0));
    return 0;
}
