#include <rock/ir.h>

std::string rock::lower(const std::string &kernel)
{
    return "rock." + kernel;
}
