#pragma once
typedef struct { int people; } room_t;
room_t lobby;
void enter(void);
