#include "gl.h"

#include <dlfcn.h>

void load(context *c)
{
    const char *names[] = {"libnowhere.so.1", "libnowhere.so", nullptr};
    for (int i = 0; names[i]; ++i) {
        c->handle = dlopen(names[i], RTLD_LAZY | RTLD_GLOBAL);
        if (c->handle)
            break;
    }
    c->look_up = (LookUp)dlsym(c->handle, "glLookUp");
}
