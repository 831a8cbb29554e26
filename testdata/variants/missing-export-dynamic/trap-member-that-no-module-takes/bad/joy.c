#include "args.h"
#include "io.h"

int io_speed(void)
{
    return find_arg(1);
}
