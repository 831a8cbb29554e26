#include <stdio.h>

void cloud_open(void);
int river_rises(void);

int main(void) {
    cloud_open();
    printf("%d drops\n", river_rises());
    return 0;
}
