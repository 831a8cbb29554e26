#include <dlfcn.h>
#include <stdio.h>

#include "compat.h"

int main(void) {
    char text[] = "a,b";
    char *rest = text;
    strsep(&rest, ",");
    void *plug = dlopen("build/libplug.so", RTLD_NOW);
    if (!plug) {
        puts(dlerror());
        return 1;
    }
    printf("plug %d, %s\n", ((int (*)(void))dlsym(plug, "plug_run"))(), rest);
    return 0;
}
