#include <stdio.h>

int relay(void);

/* Of another coil. */
int coil_turns(void) { return 1; }

int main(void) {
    printf("turns %d\n", relay());
    return 0;
}
