#include "chat.h"

int people;

void count(void) { people++; }
