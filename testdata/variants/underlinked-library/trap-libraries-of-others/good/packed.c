#include "press.h"

int voice_level(int start)
{
    return press(start);
}
