#include "random.h"
#include "ticks.h"

#include <stdlib.h>

static void __attribute__((constructor)) seed(void)
{
    srand(ticks());
}

int random_digit(void) { return rand() % 10; }
