#include "decay.h"

int decay_twice(int level)
{
    return decay(decay(level));
}
