#ifndef ROOM_H
#define ROOM_H

#include "words.h"

#define _room_v1 \
    {            \
        int people; \
    };
struct room_v1 _room_v1;

global int places;

int enter(struct room_v1 *room);

#endif
