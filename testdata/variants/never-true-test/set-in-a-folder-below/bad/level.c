#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    printf("level %.0f\n", pow(atof(count > 1 ? words[1] : "3"), 2.0));
    return 0;
}
