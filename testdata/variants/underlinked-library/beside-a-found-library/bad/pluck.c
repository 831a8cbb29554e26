#include "envelope.h"

int voice_level(int start)
{
    return envelope_decay(start, 2);
}
