#include <spool.h>

int spool_length(int turns)
{
    return 3 * turns;
}
