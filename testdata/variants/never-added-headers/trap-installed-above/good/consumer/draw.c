#include <orbit/plot/curves.h>
#include <stdio.h>

int main(void) {
    printf("curves %d\n", ORBIT_CURVES);
    return 0;
}
