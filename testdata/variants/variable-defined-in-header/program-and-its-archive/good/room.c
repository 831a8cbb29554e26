#include "chat.h"

int people;

void enter(void) { people++; }
