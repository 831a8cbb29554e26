#include <stdio.h>

int support(void);
int basic(void);

int main(void) {
    printf("basic %d of %d\n", basic(), support());
    return 0;
}
