#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: lumen MODULE\n");
        return 2;
    }
    void *module = dlopen(argv[1], RTLD_NOW);
    if (module == NULL) {
        fprintf(stderr, "lumen: %s\n", dlerror());
        return 1;
    }
    int (*entry)(void) = (int (*)(void))dlsym(module, "kernel_bytes");
    if (entry == NULL) {
        fprintf(stderr, "lumen: %s\n", dlerror());
        return 1;
    }
    printf("kernel: %d bytes\n", entry());
    return 0;
}
