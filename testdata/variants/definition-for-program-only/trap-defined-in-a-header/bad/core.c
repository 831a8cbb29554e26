#include "config.h"

const char *sound(void)
{
#ifdef WITH_SOUND
    return "on";
#else
    return "off";
#endif
}
