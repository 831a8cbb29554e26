#ifndef CHAT_H
#define CHAT_H

typedef struct room_record {
#include "room_fields.h"
} room_record;

void enter(room_record *room);

#endif
