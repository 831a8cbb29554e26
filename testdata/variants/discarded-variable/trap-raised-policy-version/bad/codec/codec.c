#include <stdio.h>

int main(void) {
#ifdef NOISE
    puts("noise");
#else
    puts("still");
#endif
    return 0;
}
