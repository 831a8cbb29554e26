#include "chat.h"

void enter(void) { people++; }
