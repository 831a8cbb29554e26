#include "envelope.h"

int envelope_decay(int level, int steps)
{
    while (steps-- > 0)
        level = level * 3 / 4;
    return level;
}
