#include <stdio.h>

#include "room.h"

int main(void) {
    struct room_v1 lobby = {2};
    printf("people %d of %d\n", enter(&lobby), places);
    return 0;
}
