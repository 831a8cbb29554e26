#include <dlfcn.h>
#include <stdio.h>

static int value(const char *file, const char *name)
{
    void *module = dlopen(file, RTLD_NOW);
    if (!module) {
        printf("cannot load: %s\n", dlerror());
        return -1;
    }
    int (*read)(void) = (int (*)(void))dlsym(module, name);
    return read ? read() : -1;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int heat = value(argv[1], "heat_value");
    int wind = value(argv[2], "wind_value");
    if (heat < 0 || wind < 0)
        return 1;
    printf("heat %d, wind %d\n", heat, wind);
    return 0;
}
