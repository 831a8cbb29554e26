#include <relay/filter.h>

int relay_buffer_size(void)
{
    return 4096;
}
