#include "format.h"

int Format::digits(int value)
{
    int count = 1;
    for (; value > 9; value /= 10)
        ++count;
    return count;
}
