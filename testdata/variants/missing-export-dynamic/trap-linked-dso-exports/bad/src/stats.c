#include <relay/filter.h>
#include <relay/stats.h>

int relay_stats_buffers(int bytes)
{
    return (bytes + relay_buffer_size() - 1) / relay_buffer_size();
}
