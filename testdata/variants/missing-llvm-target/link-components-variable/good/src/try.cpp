#include <dlfcn.h>

#include <cstdio>

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: rapid-try LIBRARY\n");
        return 2;
    }
    void *library = dlopen(argv[1], RTLD_NOW);
    if (library == nullptr) {
        std::fprintf(stderr, "rapid-try: %s\n", dlerror());
        return 1;
    }
    auto targets = reinterpret_cast<int (*)()>(dlsym(library, "rapid_targets"));
    if (targets == nullptr) {
        std::fprintf(stderr, "rapid-try: %s\n", dlerror());
        return 1;
    }
    std::printf("targets: %d\n", targets());
    return 0;
}
