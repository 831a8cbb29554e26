#include <stdio.h>

int chime(void);

int main(void) {
    printf("chime %d\n", chime());
    return 0;
}
