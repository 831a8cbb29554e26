#include <sys/epoll.h>

#include "mixer.h"

int reverb_run(void)
{
    mixer_level(mixer_rate() / 2 + epoll_create1(0) % 2);
    return 0;
}
