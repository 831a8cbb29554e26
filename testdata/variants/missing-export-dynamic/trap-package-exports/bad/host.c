#include <dlfcn.h>
#include <stdio.h>

int host_add(int a) { return a + 1; }

int main(void) {
    void *plug = dlopen("build/libplug.so", RTLD_NOW);
    if (!plug) {
        puts(dlerror());
        return 1;
    }
    printf("plug %d\n", ((int (*)(void))dlsym(plug, "plug_run"))());
    return 0;
}
