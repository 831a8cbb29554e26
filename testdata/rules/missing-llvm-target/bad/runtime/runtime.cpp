#include <forge/compiler.h>

extern "C" int forge_run(const char *kernel)
{
    return forge::compile(kernel);
}
