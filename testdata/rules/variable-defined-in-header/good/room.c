#include "chat.h"

struct room lobby;

void enter(void) { lobby.people++; }
