#include "chat.h"
#include <stdio.h>

int main(void) {
    room_record lobby = {0, 2};
    enter(&lobby);
    printf("people %d\n", lobby.people);
    return 0;
}
