#include "chat.h"

int enter(void) {
  count();
  return people;
}
