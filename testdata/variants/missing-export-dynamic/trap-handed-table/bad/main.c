#include "kiln.h"

#include <dlfcn.h>
#include <stdio.h>

static int degrees;

static int heat(int by) { return degrees += by; }
static int cool(int by) { return degrees -= by; }

int kiln_init(struct Kiln *kiln)
{
    kiln->heat = heat;
    kiln->cool = cool;
    return 0;
}
int kiln_check(struct Kiln *kiln) { return kiln->heat != 0; }
int kiln_reset(struct Kiln *kiln) { return kiln->cool(degrees); }

int main(int argc, char **argv)
{
    struct Kiln kiln;
    kiln_init(&kiln);
    void *handle = dlopen(argv[argc - 1], RTLD_NOW);
    int (*fire)(struct Kiln *) = handle ? (int (*)(struct Kiln *)) dlsym(handle, "fire") : 0;
    if (fire)
        fire(&kiln);
    printf("%d degrees\n", degrees);
    return kiln_check(&kiln) ? kiln_reset(&kiln) : 1;
}
