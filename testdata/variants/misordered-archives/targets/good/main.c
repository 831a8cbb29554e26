#include "recipes.h"

#include <stdio.h>

int main(void)
{
    printf("flour %d\n", recipes_flour(2));
    return 0;
}
