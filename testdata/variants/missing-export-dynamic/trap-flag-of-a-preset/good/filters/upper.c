#include <relay/filter.h>

int relay_filter_run(int bytes)
{
    int room = relay_buffer_size();
    return bytes < room ? bytes : room;
}
