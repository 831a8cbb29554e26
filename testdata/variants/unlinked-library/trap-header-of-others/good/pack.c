#include <stdio.h>
#ifdef PRESS
#include "press.h"
#endif

int main(void)
{
#ifdef PRESS
    printf("packed %d\n", press(64));
#else
    printf("plain\n");
#endif
    return 0;
}
