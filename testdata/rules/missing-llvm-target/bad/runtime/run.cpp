#include <dlfcn.h>

#include <cstdio>

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: forge-run RUNTIME KERNEL\n");
        return 2;
    }
    void *runtime = dlopen(argv[1], RTLD_NOW);
    if (runtime == nullptr) {
        std::fprintf(stderr, "forge-run: %s\n", dlerror());
        return 1;
    }
    auto run = reinterpret_cast<int (*)(const char *)>(dlsym(runtime, "forge_run"));
    if (run == nullptr) {
        std::fprintf(stderr, "forge-run: %s\n", dlerror());
        return 1;
    }
    std::printf("%s: %d bytes of code\n", argv[2], run(argv[2]));
    return 0;
}
