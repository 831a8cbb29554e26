#include <relay/filter.h>

int relay_buffer_size(void)
{
    return 4096;
}

const char *relay_version(void)
{
    return "1.0.0";
}
