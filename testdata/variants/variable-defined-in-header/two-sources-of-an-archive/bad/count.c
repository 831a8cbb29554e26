#include "chat.h"

void count(void) { people++; }
