#include <dlfcn.h>
#include <stdio.h>

int main(void) {
    void *library = dlopen("stone.so", RTLD_NOW);
    if (!library) {
        puts(dlerror());
        return 1;
    }
    int (*stone)(void) = (int (*)(void))dlsym(library, "stone");
    printf("flour %d\n", stone());
    return 0;
}
