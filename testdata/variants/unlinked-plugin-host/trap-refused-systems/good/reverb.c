#include "mixer.h"

int reverb_run(void)
{
    mixer_level(mixer_rate() / 2);
    return 0;
}
