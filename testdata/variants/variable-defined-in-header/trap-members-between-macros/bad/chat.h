#ifndef CHAT_H
#define CHAT_H

#define RECORD_BEGIN(name) \
    struct name##_record {

#define RECORD_END(name) \
    };                   \
    typedef struct name##_record name##_record;

RECORD_BEGIN(room)
int people;
int doors;
RECORD_END(room)

void enter(room_record *room);

#endif
