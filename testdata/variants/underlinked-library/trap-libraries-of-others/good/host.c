#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        void *voice = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        if (!voice) {
            printf("cannot load voice: %s\n", dlerror());
            return 1;
        }
        int (*level)(int) = (int (*)(int))dlsym(voice, "voice_level");
        printf("level %d\n", level(64));
    }
    return 0;
}
