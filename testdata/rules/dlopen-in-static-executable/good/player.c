#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *codec = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!codec) {
        printf("no codec: %s\n", dlerror());
        return 1;
    }
    printf("channels %d\n", ((int (*)(void))dlsym(codec, "codec_channels"))());
    return 0;
}
