#include <stdio.h>

int main(void) {
    printf("player of %s\n", KIND " " SOUND);
    return 0;
}
