#include "coating.h"

#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv)
{
    for (int at = 1; at < argc; ++at) {
        void* library = dlopen(argv[at], RTLD_NOW | RTLD_LOCAL);
        if (!library) {
            std::printf("cannot load: %s\n", dlerror());
            return 1;
        }
        auto create = reinterpret_cast<CreateCoating>(dlsym(library, COATING_ENTRY));
        if (!create) {
            std::printf("no coating: %s\n", dlerror());
            return 1;
        }
        std::printf("melts at %d\n", create()->melts_at());
    }
    return 0;
}
