#include "decay.h"

int decay(int level)
{
    return level / 2;
}
