#include "room.h"

#undef global
#define global
int places = 8;

int enter(struct room_v1 *room) {
    return ++room->people;
}
