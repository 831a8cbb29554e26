#include <dlfcn.h>

int load_close(void *handle)
{
    return handle ? dlclose(handle) : 0;
}
