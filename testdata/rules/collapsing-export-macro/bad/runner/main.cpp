#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: pulse_runner MODEL\n");
        return 2;
    }
    void* model = dlopen(argv[1], RTLD_LAZY);
    if (model == nullptr) {
        std::fprintf(stderr, "pulse_runner: %s\n", dlerror());
        return 1;
    }
    using Entry = long (*)(long elements);
    auto input_bytes = reinterpret_cast<Entry>(dlsym(model, "model_input_bytes"));
    if (input_bytes == nullptr) {
        std::fprintf(stderr, "pulse_runner: %s\n", dlerror());
        return 1;
    }
    std::printf("input: %ld bytes\n", input_bytes(1024));
    return 0;
}
