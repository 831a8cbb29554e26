#include "filter.h"

#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv)
{
    void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::printf("cannot load: %s\n", dlerror());
        return 1;
    }
    auto create = reinterpret_cast<CreateFilter>(dlsym(library, "create_filter"));
    if (!create) {
        std::printf("no filter: %s\n", dlerror());
        return 1;
    }
    std::printf("100 becomes %d\n", create()->apply(100));
    return 0;
}
