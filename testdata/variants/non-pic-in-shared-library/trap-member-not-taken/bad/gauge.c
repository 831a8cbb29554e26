#include <stdio.h>

int core_raise(void);
int meter_scale(int value);

int main(void) {
    core_raise();
    printf("level %d\n", meter_scale(core_raise() - 1) + 1);
    return 0;
}
