#include <math.h>
#include <stdio.h>

int main(int count, char **words) {
    (void)words;
    return printf("gauge %d\n", (int)cos(count - 1)) < 0;
}
