#ifndef CHAT_H
#define CHAT_H

typedef struct room_record {
    int people;
    int doors;
} room_record;

void enter(room_record *room);

#endif
