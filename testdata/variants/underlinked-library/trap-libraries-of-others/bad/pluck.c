#include "decay.h"

int voice_level(int start)
{
    return decay(start) + 1;
}
