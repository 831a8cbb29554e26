#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    void *gain = dlopen("./build/gain.so", RTLD_NOW);
    if (!gain) {
        printf("no effect: %s\n", dlerror());
        return 1;
    }
    printf("level %d\n", ((int (*)(int))dlsym(gain, "gain_apply"))(21));
    return 0;
}
