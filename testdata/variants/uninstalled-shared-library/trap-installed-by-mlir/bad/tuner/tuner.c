#include <stdio.h>

int pitch(void);
int scale(void);

int main(void) {
    printf("pitch %d\n", scale() * pitch());
    return 0;
}
