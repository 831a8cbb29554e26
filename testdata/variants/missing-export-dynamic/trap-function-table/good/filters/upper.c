#include <relay/filter.h>

int relay_filter_run(const struct relay_host *host, int bytes)
{
    int room = host->buffer_size();
    return bytes < room ? bytes : room;
}
