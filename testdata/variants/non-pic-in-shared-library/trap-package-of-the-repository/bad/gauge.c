#include <stdio.h>

int meter_raise(void);

int main(void) {
    meter_raise();
    printf("level %d\n", meter_raise());
    return 0;
}
