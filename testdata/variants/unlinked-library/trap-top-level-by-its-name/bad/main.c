#include <stdio.h>

int lens_focus(void);

int main(void)
{
    printf("focus %d\n", lens_focus());
    return 0;
}
