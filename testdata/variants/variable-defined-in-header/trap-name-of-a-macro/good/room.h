#ifndef ROOM_H
#define ROOM_H

struct room_v1 {
    int people;
};

extern int places;

int enter(struct room_v1 *room);

#endif
