#include <stdio.h>

int hear(void);

int main(void) {
    printf("station %d\n", hear());
    return 0;
}
