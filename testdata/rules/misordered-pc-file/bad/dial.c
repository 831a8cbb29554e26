#include <stdio.h>

int read_gauge(void);

int main(void) {
    printf("dial %d\n", read_gauge());
    return 0;
}
