#include "chat.h"

void enter(room_record *room) { room->people++; }
