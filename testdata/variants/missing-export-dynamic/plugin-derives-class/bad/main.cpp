#include "trace.h"

#include <cstdio>
#include <dlfcn.h>

int main(int, char **argv)
{
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) {
        std::printf("cannot load trace: %s\n", dlerror());
        return 1;
    }
    auto make = reinterpret_cast<scope::Trace *(*)()>(dlsym(library, "make_trace"));
    scope::Trace *trace = make();
    trace->next(4);
    std::printf("average %.1f\n", trace->next(4));
    delete trace;
}
