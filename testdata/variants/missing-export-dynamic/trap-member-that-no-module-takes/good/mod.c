#include "io.h"

int mod_level(void)
{
    return io_size();
}
