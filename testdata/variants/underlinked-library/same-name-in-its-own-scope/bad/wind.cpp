#include <dlfcn.h>

#include <cstdio>

int main(int, char **argv) {
    void *ext = dlopen(argv[1], RTLD_NOW);
    if (!ext) {
        std::printf("cannot load: %s\n", dlerror());
        return 1;
    }
    auto run = reinterpret_cast<int (*)()>(dlsym(ext, "ext_run"));
    std::printf("%d hours\n", run());
    return 0;
}
