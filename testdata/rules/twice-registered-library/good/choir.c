#include <stdio.h>

int altos(void);
int tenors(void);
int sing_count(void);

int main(void) {
    printf("registered %d\n", sing_count() * altos() * tenors());
    return 0;
}
