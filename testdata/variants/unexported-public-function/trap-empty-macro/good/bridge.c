#include "chest.h"

__attribute__((visibility("default"))) int bridge_count(void)
{
  return chest_count();
}
