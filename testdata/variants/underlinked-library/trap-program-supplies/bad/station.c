#include <dlfcn.h>
#include <stdio.h>

int clock_minutes(void);

int main(void)
{
    void *alarm = dlopen("build/libalarm.so", RTLD_NOW);
    if (!alarm) {
        printf("no alarm: %s\n", dlerror());
        return 1;
    }
    printf("%d minutes, due %d\n", clock_minutes(), ((int (*)(void))dlsym(alarm, "alarm_due"))());
    return 0;
}
