#include <stddef.h>
#if defined(_WIN32)
#include <windows.h>
#elif defined(__hpux__)
#include <dl.h>
#else
#include <dlfcn.h>
#endif

void *codecs_open(const char *path)
{
#if defined(_WIN32)
    return (void *)LoadLibraryA(path);
#elif defined(__hpux__)
    return (void *)shl_load(path, BIND_DEFERRED, 0L);
#else
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
#endif
}
