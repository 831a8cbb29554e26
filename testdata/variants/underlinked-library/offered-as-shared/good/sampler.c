#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *voice = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
    if (!voice) {
        printf("cannot load voice: %s\n", dlerror());
        return 1;
    }
    int (*level)(int) = (int (*)(int))dlsym(voice, "voice_level");
    printf("level %d\n", level(64));
    return 0;
}
