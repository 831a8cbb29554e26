#include <stdio.h>

int sail(void);

int main(void) {
    printf("sails %d\n", sail());
    return 0;
}
