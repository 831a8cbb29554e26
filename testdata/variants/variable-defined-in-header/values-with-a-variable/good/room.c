#include "chat.h"

void enter(void) {
  if (state == CLOSED) state = OPEN;
}
