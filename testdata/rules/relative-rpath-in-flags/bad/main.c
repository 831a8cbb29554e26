#include <stdio.h>

int draw_lines(void);

int main(void) {
    printf("lines %d\n", draw_lines());
    return 0;
}
