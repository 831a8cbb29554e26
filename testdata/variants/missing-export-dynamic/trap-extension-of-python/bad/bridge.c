#include <dlfcn.h>
#include <stdio.h>

int knots(int level) { return level * 2; }

/* Loads whatever it is given: a gauge has gauge_read(). */
int main(int argc, char **argv)
{
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
    int (*read)(void) = library ? (int (*)(void))dlsym(library, "gauge_read") : 0;
    if (!read) {
        printf("no gauge: %s\n", dlerror());
        return 1;
    }
    printf("gauge %d\n", read());
    return 0;
}
