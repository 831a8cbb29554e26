#include <stdio.h>

int meter_level(void);
void (*meter_done(void))(void);

int main(void) {
    meter_done()();
    printf("level %d\n", meter_level());
    return 0;
}
