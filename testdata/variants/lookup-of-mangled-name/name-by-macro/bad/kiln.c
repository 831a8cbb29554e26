#include "coating.h"

#include <dlfcn.h>
#include <stdio.h>

#define FIND(library, result, name)                 \
    do {                                            \
        *(void**)&(result) = dlsym(library, #name); \
        if (!(result)) {                            \
            printf("no coating: %s\n", dlerror());  \
            return 1;                               \
        }                                           \
    } while (0)

int main(int argc, char** argv)
{
    const struct coating* (*get)(void);
    void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("cannot load: %s\n", dlerror());
        return 1;
    }
    FIND(library, get, create_coating);
    printf("melts at %d\n", get()->melts_at());
    return 0;
}
