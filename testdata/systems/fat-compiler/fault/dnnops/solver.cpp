#include <rockc/rockc.h>

extern "C" int dnnops_solve(const char *problem)
{
    return rockc_compile(problem);
}
