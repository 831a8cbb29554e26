#include <dlfcn.h>

#include <cstdio>

int main(int argc, char **argv) {
    void *chime = argc > 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    void *bell = argc > 2 ? dlopen(argv[2], RTLD_NOW) : nullptr;
    if (!chime || !bell)
        return 1;
    auto tones = reinterpret_cast<int (*)()>(dlsym(chime, "chime_tones"));
    auto strokes = static_cast<const int *>(dlsym(bell, "bell_strokes"));
    if (!tones || !strokes)
        return 2;
    std::printf("tones %d, strokes %d\n", tones(), *strokes);
}
