#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
    int (*open)(int) = library ? (int (*)(int))dlsym(library, "chime_open") : 0;
    if (!open) {
        printf("%s\n", dlerror());
        return 1;
    }
    printf("tones %d\n", open(4));
    return 0;
}
