#include <cstdio>
#include <dlfcn.h>

int main(int argc, char **argv)
{
    void *voice = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    if (!voice) {
        std::printf("cannot load voice: %s\n", dlerror());
        return 1;
    }
    auto level = reinterpret_cast<int (*)(int)>(dlsym(voice, "voice_level"));
    std::printf("level %d\n", level(64));
    return 0;
}
