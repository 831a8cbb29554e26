#include <math.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    printf("level %d\n", (int)sqrt(81.0 * argc));
    return 0;
}
