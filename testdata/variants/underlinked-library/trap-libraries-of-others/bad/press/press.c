#include "press.h"

int press(int value)
{
    return value / 4;
}
