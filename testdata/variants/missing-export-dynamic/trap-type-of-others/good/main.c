#include <dlfcn.h>
#include <stdio.h>

#include "kiln.h"

void kiln_log(FILE *to) { fputs("log\n", to); }
void kiln_report(FILE *to) { fputs("report\n", to); }
void kiln_flush(FILE *to) { fflush(to); }

int main(int argc, char **argv)
{
    void *handle = dlopen(argv[argc - 1], RTLD_NOW);
    glaze_t fire = handle ? (glaze_t) dlsym(handle, "fire") : 0;
    if (fire)
        fire(stdout);
    kiln_log(stderr);
    kiln_report(stderr);
    kiln_flush(stdout);
    return 0;
}
