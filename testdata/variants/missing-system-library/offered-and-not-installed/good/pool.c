#include "pool.h"

#include <pthread.h>

int pool_size(void)
{
    return pthread_getconcurrency() + 1;
}
