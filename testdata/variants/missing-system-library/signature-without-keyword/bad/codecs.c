#include <dlfcn.h>
#include <stddef.h>

void *codecs_open(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}
