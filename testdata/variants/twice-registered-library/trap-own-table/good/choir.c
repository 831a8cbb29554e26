#include <stdio.h>

int altos(void);
int tenors(void);

int main(void) {
    printf("altos %d, tenors %d\n", altos(), tenors());
    return 0;
}
