#include <winder.h>

#include <stdio.h>

int main(void)
{
    printf("%d seconds\n", winder_seconds(20));
    return 0;
}
