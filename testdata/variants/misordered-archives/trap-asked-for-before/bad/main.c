#include "recipes.h"
#include "units.h"

#include <stdio.h>

int main(void)
{
    printf("flour %d\n", recipes_flour(2) + units_grams(0));
    return 0;
}
