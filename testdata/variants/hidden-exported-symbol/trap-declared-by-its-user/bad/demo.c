#include <stdio.h>
#include "press.h"

/* of the library of the device */
int device_count(void);

int main(void)
{
    printf("%d of %d\n", press_ratio(), device_count());
    return 0;
}
