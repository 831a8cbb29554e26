#include <dlfcn.h>

#include <cstdio>

int main(int, char **argv) {
    void *model = dlopen(argv[1], RTLD_NOW);
    if (!model) {
        std::printf("cannot load: %s\n", dlerror());
        return 1;
    }
    std::printf("width %d\n", reinterpret_cast<int (*)()>(dlsym(model, "model_run"))());
    return 0;
}
