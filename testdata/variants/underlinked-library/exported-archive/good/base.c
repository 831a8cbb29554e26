#include "base.h"

int base_rate(void)
{
    return 48;
}
