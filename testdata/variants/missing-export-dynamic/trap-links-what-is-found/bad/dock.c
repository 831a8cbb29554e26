#include <dlfcn.h>
#include <stdio.h>

int berths(int level) { return level * 2; }

/* Loads whatever it is given: a crane has crane_read(). */
int main(int argc, char **argv)
{
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
    int (*read)(void) = library ? (int (*)(void))dlsym(library, "crane_read") : 0;
    if (!read) {
        printf("no crane: %s\n", dlerror());
        return 1;
    }
    printf("crane %d\n", read());
    return 0;
}
