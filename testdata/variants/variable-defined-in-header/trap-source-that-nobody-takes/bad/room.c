#include "chat.h"

int enter(void) { return ++people; }
