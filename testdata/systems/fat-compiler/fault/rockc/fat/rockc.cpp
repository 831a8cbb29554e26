#include <rockc/rockc.h>

#include <rock/execution.h>

int rockc_compile(const char *kernel)
{
    return rock::compile_with_host(kernel);
}
