#include <stdio.h>

int pump_level(void);

int main(void) {
    printf("level %d\n", pump_level());
    return 0;
}
