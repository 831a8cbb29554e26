#include <kiln.h>

#include <stdio.h>

int main(void)
{
    printf("kiln %s: %d degrees\n", kiln_version(), kiln_temperature(60));
    return 0;
}
