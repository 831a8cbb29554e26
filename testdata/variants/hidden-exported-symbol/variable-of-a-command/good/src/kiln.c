#include <kiln.h>

const char *kiln_version(void)
{
    return "1.1.0";
}

int kiln_temperature(int minutes)
{
    return 20 + 5 * minutes;
}
