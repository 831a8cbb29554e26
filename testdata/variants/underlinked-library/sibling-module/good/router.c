#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    dlopen("build/libcodec.so", RTLD_NOW);
    void *filter = dlopen("build/libfilter.so", RTLD_NOW);
    if (!filter) {
        printf("no filter: %s\n", dlerror());
        return 1;
    }
    printf("delay %d\n", ((int (*)(void))dlsym(filter, "filter_delay"))());
    return 0;
}
