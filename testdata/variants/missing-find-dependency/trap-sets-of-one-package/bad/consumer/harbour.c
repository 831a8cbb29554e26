#include <stdio.h>

int boat(void);

int main(void) {
    printf("boats %d\n", boat());
    return 0;
}
