#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv)
{
    void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        std::printf("cannot load: %s\n", dlerror());
        return 1;
    }
    auto apply = reinterpret_cast<int (*)(int)>(dlsym(library, "apply"));
    if (!apply) {
        std::printf("no filter: %s\n", dlerror());
        return 1;
    }
    std::printf("100 becomes %d\n", apply(100));
    // A library may clean up.
    if (auto release = reinterpret_cast<void (*)()>(dlsym(library, "release")))
        release();
    return 0;
}
