#include "recipes.h"
#include "units.h"

int recipes_flour(int people)
{
    return units_grams(people * 4);
}
