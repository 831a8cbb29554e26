#include "units.h"

int units_grams(int spoons)
{
    return spoons * 15;
}
