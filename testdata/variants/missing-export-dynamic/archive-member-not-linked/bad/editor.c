#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *plugin = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
    if (!plugin) {
        printf("no plugin: %s\n", dlerror());
        return 1;
    }
    int (*check)(const char *) = (int (*)(const char *))dlsym(plugin, "spelling_check");
    printf("%d words\n", check("three small words"));
    return 0;
}
