#include "format.h"
#include "log.h"

int main(void) {
  LOG("%d", format_value(1));
  return 0;
}
