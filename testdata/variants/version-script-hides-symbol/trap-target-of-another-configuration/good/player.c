#include <stdio.h>

int deck_play(int place);

int main(void) {
    printf("plays %d\n", deck_play(20));
    return 0;
}
