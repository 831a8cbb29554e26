#include <stdio.h>

int read_gauge(void);
int read_level(void);
int read_alarm(void);

int main(void) {
    printf("dial %d level %d %d\n", read_gauge(), read_level(), read_alarm());
    return 0;
}
