#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    void *fleet = dlopen(FLEET, RTLD_NOW);
    if (fleet == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    int (*masts)(void) = (int (*)(void))dlsym(fleet, "fleet_masts");
    if (masts == NULL)
        return 1;
    printf("masts %d\n", masts());
    return 0;
}
