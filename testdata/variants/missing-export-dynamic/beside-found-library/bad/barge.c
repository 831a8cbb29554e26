#include <dlfcn.h>
#include <stdio.h>

void take_berth(const char* name) { printf("%s berthed\n", name); }

int main(int argc, char** argv)
{
    void* library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("%s\n", dlerror());
        return 1;
    }
    void (*start)(void) = (void (*)(void))dlsym(library, "tug_start");
    start();
    return 0;
}
