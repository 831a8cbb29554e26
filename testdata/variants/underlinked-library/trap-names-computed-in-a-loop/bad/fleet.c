#include "mast.h"

int fleet_masts(void);

int fleet_masts(void)
{
    return mast_count();
}
