#include "chime.h"

CHIME_API int chime_open(int tones)
{
    return tones * 2;
}

CHIME_API int chime_close(void)
{
    return 0;
}
