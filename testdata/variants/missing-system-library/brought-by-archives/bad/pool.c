#include "pool.h"

int pool_size(void)
{
    return 1;
}
