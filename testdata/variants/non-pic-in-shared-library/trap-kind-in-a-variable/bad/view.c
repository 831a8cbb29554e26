#include <stdio.h>

int lens_view(void);

int main(void) {
    printf("view %d\n", lens_view());
    return 0;
}
