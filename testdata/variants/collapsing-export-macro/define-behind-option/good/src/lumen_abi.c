#include "lumen_abi.h"

LUMEN_ABI int lumen_channels(void)
{
    return 3;
}
