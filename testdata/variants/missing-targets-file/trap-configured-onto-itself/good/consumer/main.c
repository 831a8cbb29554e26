#include <stdio.h>

int q_level(void);

int main(void) {
    printf("level %d\n", q_level());
    return 0;
}
