#include "mast.h"

int mast_count(void)
{
    return 3;
}
