#include <orbit/orbit.h>
#include <stdio.h>

int main(void) {
    printf("bodies %d\n", ORBIT_BODIES);
    return 0;
}
