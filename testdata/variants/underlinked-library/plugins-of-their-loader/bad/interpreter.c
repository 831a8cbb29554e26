#include <dlfcn.h>

int main(int argc, char **argv)
{
    void *extension = argc > 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : 0;
    int (*load)(const char *) = extension ? (int (*)(const char *))dlsym(extension, "start") : 0;
    return load ? load(argv[2]) : 2;
}
