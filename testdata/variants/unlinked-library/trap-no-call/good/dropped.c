#include "log.h"

int main(void) {
  LOG("%d", 1);
  return 0;
}
