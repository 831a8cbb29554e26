#include <stdio.h>

int sal_run(void);

int main(void) {
    printf("held %d\n", sal_run());
    return 0;
}
