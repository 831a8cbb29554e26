#include "chat.h"

int people;

int leave(void) { return --people; }
