#include <loom/loom.h>

#include "cloth.h"

int loom_threads(int width)
{
    return loom::Cloth(width).threads();
}
