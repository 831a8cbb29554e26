#include <stdio.h>

int fathoms(void);

int main(void)
{
    printf("%d fathoms\n", fathoms());
    return 0;
}
