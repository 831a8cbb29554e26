#include <unistd.h>

#include "mixer.h"

int reverb_run(void)
{
    mixer_level(mixer_rate() / 2 + (int)getpid() % 2);
    return 0;
}
