#include <dlfcn.h>

#include <cstdio>

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: dnnops-check LIBRARY\n");
        return 2;
    }
    void *library = dlopen(argv[1], RTLD_NOW);
    if (library == nullptr) {
        std::fprintf(stderr, "dnnops-check: %s\n", dlerror());
        return 1;
    }
    auto solve = reinterpret_cast<int (*)(const char *)>(dlsym(library, "dnnops_solve"));
    if (solve == nullptr) {
        std::fprintf(stderr, "dnnops-check: %s\n", dlerror());
        return 1;
    }
    std::printf("conv2d: %d bytes\n", solve("conv2d"));
    return 0;
}
