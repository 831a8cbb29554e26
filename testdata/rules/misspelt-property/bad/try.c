#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL || dlsym(library, "mixer_level") == NULL) {
        fprintf(stderr, "mixer-try: %s\n", argc == 2 ? dlerror() : "usage: mixer-try LIBRARY");
        return 1;
    }
    printf("mixer_gain: %s\n", dlsym(library, "mixer_gain") == NULL ? "hidden" : "exported");
    return 0;
}
