#include <dlfcn.h>
#include <stdio.h>

const char *station_name(void);

/* Loads whatever it is given: a filter has filter_run(). */
int main(int argc, char **argv)
{
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
    int (*run)(int) = library ? (int (*)(int))dlsym(library, "filter_run") : 0;
    if (!run) {
        printf("no filter for %s: %s\n", station_name(), dlerror());
        return 1;
    }
    printf("level %d\n", run(42));
    return 0;
}
