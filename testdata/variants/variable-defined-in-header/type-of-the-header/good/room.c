#include "chat.h"

void enter(void) { lobby.people++; }
