#include <stdio.h>

int core(void);

int main(void) {
    printf("core %d\n", core());
    return 0;
}
