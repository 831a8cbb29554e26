#include <stdio.h>

int deck_play(int place);
int deck_seek(int place);

int main(void) {
    printf("seeks %d plays %d\n", deck_seek(20), deck_play(20));
    return 0;
}
