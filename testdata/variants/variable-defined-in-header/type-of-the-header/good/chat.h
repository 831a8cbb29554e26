#pragma once
typedef struct { int people; } room_t;
extern room_t lobby;
void enter(void);
