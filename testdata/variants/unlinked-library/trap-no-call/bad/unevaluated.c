#include "format.h"

int main(void) {
  if (0) {
    return format_value(1);
  }
  return sizeof(format_value(1)) == 0;
}
