#include "base.h"

int ext_rate(void)
{
    return base_rate() * 2;
}
