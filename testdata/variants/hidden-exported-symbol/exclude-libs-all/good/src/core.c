#include <kiln.h>

int kiln_temperature(int minutes)
{
    return 20 + 5 * minutes;
}
