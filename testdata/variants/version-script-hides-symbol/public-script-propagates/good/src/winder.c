#include <spool.h>
#include <winder.h>

int winder_seconds(int turns)
{
    return spool_length(turns) / 2;
}
