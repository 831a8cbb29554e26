#include <stdio.h>

int low(void);
int middle(void);

int main(void) {
    printf("top %d\n", middle() + low());
    return 0;
}
