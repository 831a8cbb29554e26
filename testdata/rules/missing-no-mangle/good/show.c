#include <stdio.h>

int meter_level(void);
void meter_close(void);

int main(void) {
    printf("level %d\n", meter_level());
    meter_close();
    return 0;
}
